import type { ComponentProps } from 'react'
import { Input } from './field.tsx'

/** A date and time in the viewer's zone. Its bound keeps browsers from taking years of more than four digits. */
export function DateTimeInput(given: ComponentProps<'input'>) {
  return <Input type="datetime-local" max="2099-12-31T23:59" {...given} />
}

/** What was typed, in ms; null: nothing. An impossible date is refused by the server, since as `null` it would mean "now". */
export function typedTime(text: string): number | null {
  if (text === '') return null
  const at = new Date(text).getTime()
  return Number.isNaN(at) ? Number.MAX_SAFE_INTEGER : at
}
