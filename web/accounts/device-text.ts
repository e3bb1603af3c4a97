import { t } from '#web/platform/language/text.ts'

/** As the server names it, such as "Firefox on Windows" or "A program (curl)". */
export function deviceText(device: string): string {
  const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? []
  if (browser !== undefined) return t`${browser} on ${system}`
  return device.replace(/^A program/, () => t`A program`)
}
