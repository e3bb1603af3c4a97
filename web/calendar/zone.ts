import { dateLocale } from '#web/platform/language/language.ts'
import { useSyncExternalStore } from 'react'
import { dropStored, keepStored, readStored } from '#web/platform/stored.ts'

const KEY = 'calendar-zone'
const watchers = new Set<() => void>()

/** The device's zone. */
const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone in which the calendar shows times, remembered on this device; the device's own unless another was chosen. */
export function useZone(): [zone: string, choose: (zone: string) => void] {
  return [useSyncExternalStore(watch, read, () => OWN_ZONE), choose]
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

function read(): string {
  const stored = readStored(KEY)
  return stored !== null && isZone(stored) ? stored : OWN_ZONE
}

function choose(zone: string): void {
  if (zone === OWN_ZONE) dropStored(KEY)
  else keepStored(KEY, zone)
  for (const changed of watchers) changed()
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Zones to choose from: the device's, the company's and UTC first, then all others. */
export function zonesWith(companyZone: string | undefined, present: string): { near: string[]; all: string[] } {
  const near = [...new Set([OWN_ZONE, companyZone ?? OWN_ZONE, 'UTC', present])]
  const known = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []
  return { near, all: known.filter((zone) => !near.includes(zone)) }
}

const WAYS = {
  time: { hour: 'numeric', minute: '2-digit' },
  timeWithZone: { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  dayAndTime: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()

/** An instant (ms) as clocks in the zone show it. */
export function inZone(at: number, zone: string, way: keyof typeof WAYS): string {
  const name = `${way} ${zone}`
  const known = formats.get(name) ?? new Intl.DateTimeFormat(dateLocale, { ...WAYS[way], timeZone: zone })
  formats.set(name, known)
  return known.format(at).replaceAll(/\s/g, '\u00a0')
}

const day = new Intl.DateTimeFormat(dateLocale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat(dateLocale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat(dateLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The text for a day, from its noon in UTC (ms): `Saturday, November 21`, `November 2026`, `Nov 21`. */
export const dayWords = { long: day, month, short }

/** `Europe/Amsterdam (GMT+1)`: the offset is the one at `at` (ms). */
export function zoneWords(zone: string, at: number): string {
  const offset = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')
  const name = zone.replaceAll('_', ' ')
  return offset === undefined || offset.value === zone ? name : `${name} (${offset.value})`
}
