import { t } from '#web/platform/language/text.ts'
import { useId, useState } from 'react'
import { chooseTheme, readTheme, type Theme, THEMES } from './theme.ts'

const LABELS: Record<Theme, string> = { system: t`System`, light: t`Light`, dark: t`Dark` }

/** Light, dark, or the device's setting. */
export function ThemeChoice() {
  const [theme, setTheme] = useState(readTheme)
  const group = useId()
  return (
    <fieldset className="px-3">
      <legend className="text-xs text-slate">{t`Appearance`}</legend>
      <div className="flex flex-wrap gap-x-4">
        {THEMES.map((one) => (
          <label key={one} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={group}
              checked={theme === one}
              className="size-4 accent-ink"
              onChange={() => {
                chooseTheme(one)
                setTheme(one)
              }}
            />
            {LABELS[one]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
