import { isDeepStrictEqual } from 'node:util'
import type { LotMessage } from '#contract/bidding/feed.ts'
import { lineOf } from '#server/bidding/ledger-line.ts'
import type { Connection, Watcher } from '../actors/watcher.ts'
import type { Story } from '../story.ts'
import type { StoryRunner } from './story-runner.ts'

/**
 * Invariant 6: every watcher's stream of a lot is in order and without a gap, across reconnects and processes; what it says at a
 * sequence matches the ledger; and it ends at the database's standing.
 */
export function checkStreams(story: Story, runners: Map<string, StoryRunner>, faults: string[]): void {
  const lines = new Map<string, Map<number, unknown>>()
  for (const row of story.database.model.rows('ledger')) {
    const ofLot = lines.get(String(row.lot_id)) ?? new Map<number, unknown>()
    lines.set(String(row.lot_id), ofLot.set(Number(row.sequence), lineOf(String(row.text))))
  }
  for (const watcher of story.watchers) {
    for (const runner of runners.values()) {
      const found = streamFaults(watcher, runner, lines.get(runner.lot.id) ?? new Map<number, unknown>())
      faults.push(
        ...found.map((each) => `watcher ${watcher.plan.id.slice(-1)}, lot ${runner.lot.id.slice(-1)}: ${each}`),
      )
    }
    checkEnd(story, watcher, runners, faults)
  }
}

function streamFaults(watcher: Watcher, runner: StoryRunner, lines: Map<number, unknown>): string[] {
  const faults: string[] = []
  for (const connection of watcher.connections) {
    let held = connection.since.get(runner.lot.id) ?? null
    let isFirst = true
    for (const message of connection.messages) {
      if (message.type === 'resync') {
        held = null
        isFirst = true
      }
      if (message.type !== 'lot' || message.standing.lotId !== runner.lot.id) continue
      // A first message may start over with the standing alone: the client then reads the lot again, which is no gap.
      const beginsAnew = isFirst && message.lines.length === 0 && message.from === message.standing.sequence
      if (held !== null && message.from !== held && !beginsAnew)
        faults.push(`from ${message.from} where ${held} was held`)
      if (held !== null && message.standing.sequence < held)
        faults.push(`back from ${held} to ${message.standing.sequence}`)
      faults.push(...messageFaults(message, runner, lines))
      held = message.standing.sequence
      isFirst = false
    }
  }
  return faults
}

function messageFaults(
  { from, standing, lines }: LotMessage,
  runner: StoryRunner,
  ledger: Map<number, unknown>,
): string[] {
  const { sequence } = standing
  const faults: string[] = []
  const numbers = lines.map((line) => line.sequence)
  if (numbers.length !== sequence - from || numbers.some((number, index) => number !== from + index + 1))
    faults.push(`from ${from} to ${sequence} with the lines ${numbers.join()}`)
  for (const line of lines)
    if (!isDeepStrictEqual(line, ledger.get(line.sequence)))
      faults.push(`line ${line.sequence} is not that of the ledger`)
  const shown = runner.shown[sequence]
  const agrees =
    shown !== undefined &&
    shown.price === standing.price &&
    shown.leader === standing.leader &&
    shown.closesAt === standing.closesAt &&
    shown.status === standing.status
  if (!agrees) faults.push(`the standing at ${sequence} is not what the ledger gives`)
  return faults
}

/** After a calm period every open stream is up to date with the database. */
function checkEnd(story: Story, watcher: Watcher, runners: Map<string, StoryRunner>, faults: string[]): void {
  const last = watcher.connections.at(-1)
  const name = `watcher ${watcher.plan.id.slice(-1)}`
  if (!story.isSettled) return
  if (last === undefined) {
    faults.push(`${name} was never admitted`)
    return
  }
  // A client isn't notified when a machine vanishes; it reconnects once the heartbeat is missing.
  const isGone = !last.isOpen || !last.actor.isAlive
  const mayLag = watcher.plan.pace === 'slow' || isGone || story.world.now - last.openedAt < 5000
  if (mayLag) return
  for (const runner of runners.values()) {
    const newest = newestOf(last, runner.lot.id)
    if (newest?.standing.sequence !== runner.sequence)
      faults.push(
        `${name}: lot ${runner.lot.id.slice(-1)} ends at ${newest?.standing.sequence}, the ledger at ${runner.sequence}`,
      )
  }
}

function newestOf(connection: Connection, lotId: string): LotMessage | undefined {
  return connection.messages.filter((each) => each.type === 'lot').findLast((each) => each.standing.lotId === lotId)
}
