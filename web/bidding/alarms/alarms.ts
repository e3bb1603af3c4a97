import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { LiveLot } from '#contract/bidding/bidding.ts'
import { keepStored, readStored } from '#web/platform/stored.ts'

const KEY = 'bid-alarms'
const LAST_MINUTE_MS = 60_000
/** In a live auction, every second of the last ones sounds. */
const LAST_SECONDS = 5
const watchers = new Set<() => void>()

/** Sound and vibration when outbid and in the last minute: one switch, off by default. */
export function useAlarmSwitch(): [on: boolean, set: (on: boolean) => void] {
  const on = useSyncExternalStore(watch, isOn, () => false)
  return [on, setOn]
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

function isOn(): boolean {
  return readStored(KEY) === 'on'
}

function setOn(on: boolean): void {
  keepStored(KEY, on ? 'on' : 'off')
  for (const changed of watchers) changed()
  if (on) sound(660)
}

/**
 * Sounds once when the position changes to outbid and once when the last minute begins; in a live auction, whose lots have only seconds, in
 * each of the last five instead. `now` is the server's clock in ms.
 */
export function useAlarms(live: LiveLot | undefined, now: number, isLive: boolean): void {
  const [on] = useAlarmSwitch()
  const position = live?.you.position
  const closesAt = live?.standing.closesAt ?? null
  const isRunning = closesAt !== null && closesAt > now && live?.standing.status === 'open'
  const lastMinute = !isLive && isRunning && closesAt - now <= LAST_MINUTE_MS && position !== 'none'
  const secondsLeft = isLive && isRunning ? Math.ceil((closesAt - now) / 1000) : LAST_SECONDS + 1
  const before = useRef({ position, lastMinute })
  useEffect(() => {
    const { position: was, lastMinute: wasLast } = before.current
    before.current = { position, lastMinute }
    if (!on || was === undefined) return
    if (position === 'outbid' && was === 'leading') alarm(440)
    else if (lastMinute && !wasLast) alarm(880)
  }, [on, position, lastMinute])
  useEffect(() => {
    if (on && secondsLeft <= LAST_SECONDS) sound(TICK_HERTZ)
  }, [on, secondsLeft])
}

const TICK_HERTZ = 990

function alarm(hertz: number): void {
  if ('vibrate' in navigator) navigator.vibrate([120, 60, 120])
  sound(hertz)
}

/** A tone for what everyone in an auction hall would hear; silent unless switched on. */
export function chime(hertz: number): void {
  if (isOn()) sound(hertz)
}

/** A short tone; a browser without a user gesture so far stays silent. */
function sound(hertz: number): void {
  if (!('AudioContext' in globalThis)) return
  const context = new AudioContext()
  const tone = context.createOscillator()
  const level = context.createGain()
  tone.frequency.value = hertz
  level.gain.setValueAtTime(0.2, context.currentTime)
  level.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.4)
  tone.connect(level).connect(context.destination)
  tone.start()
  tone.stop(context.currentTime + 0.4)
  tone.onended = () => void context.close()
}
