import type { Message } from './message.ts'

/** Says a text with the values in its places. `say('{by} closed {subject}', { by, subject })`, in some language. */
export type Say = (template: string, values: Readonly<Record<string, string>>) => string

const PLACE = /\{(\w+)\}/

export const sayEnglish: Say = (template, values) =>
  template.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)

/** A text with places as the message into which the build compiles it: its key finds its translation. */
export function messageIn(template: string): Message {
  const parts = template.split(PLACE).map((part, index) => (index % 2 === 1 ? ([part] as const) : part))
  return parts.length === 1 ? template : parts.filter((part) => part !== '')
}
