import { dropStored, keepStored, readStored } from '../platform/stored.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const THEME_KEY = 'theme'

/** The chosen theme; `system` follows the device. */
export function readTheme(): Theme {
  const stored = readStored(THEME_KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') dropStored(THEME_KEY)
  else keepStored(THEME_KEY, theme)
  applyTheme()
}

/** Sets the attribute that the design tokens read. */
export function applyTheme(): void {
  const theme = readTheme()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
