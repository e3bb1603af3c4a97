import type { Signal, SignalKind } from '#contract/risk/signals.ts'
import type { Behavior } from './behavior.ts'

/**
 * Weights of a logistic regression on half of the public shill-bidding data (`bench/notes/risk.md`): the features that this market also has, each
 * from 0 to 1.
 */
const BIAS = -10.8
const WEIGHTS: Readonly<Record<keyof Behavior, number>> = {
  tendency: -0.5,
  ratio: 0.5,
  successive: 10.4,
  losing: 6.8,
  lastBid: 0.3,
  firstBid: -0.4,
  intensity: 1.4,
  cheapStart: -0.2,
}

/** How likely an honest bidder would not bid so, from 0 to 1. */
export function behaviorScore(behavior: Behavior): number {
  const names = Object.keys(WEIGHTS) as (keyof Behavior)[]
  const sum = names.reduce((total, name) => total + WEIGHTS[name] * behavior[name], BIAS)
  return 1 / (1 + Math.exp(-sum))
}

/** How much each signal says by itself; they are added like independent chances. */
const SAYS: Readonly<Record<SignalKind, number>> = {
  shared: 0.8,
  'loses-to-seller': 0.5,
  'only-pushes': 0.4,
  'late-retraction': 0.35,
  'far-over-guide': 0.2,
  'outbids-self': 0.3,
}
/** How much the behavior alone can say: honest bidders behave in many ways. */
const BEHAVIOR_SAYS = 0.5

/** The score of a case, from 0 to 100. */
export function riskScore(behavior: Behavior, signals: readonly Signal[]): number {
  const trust = signals.reduce((left, { kind }) => left * (1 - SAYS[kind]), 1 - BEHAVIOR_SAYS * behaviorScore(behavior))
  return Math.round(100 * (1 - trust))
}

/** From here on a case is shown: below, most are honest bidders. */
export const SHOWN_FROM = 50
