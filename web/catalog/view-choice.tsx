import { t } from '#web/platform/language/text.ts'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'

export type View = 'list' | 'grid'

/** The choice stays while the app is open. */
let chosen: View = 'list'

export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState(chosen)
  const choose = (next: View) => {
    chosen = next
    setView(next)
  }
  return [view, choose]
}

/** Rows with facts in columns, or larger photos side by side. */
export function ViewChoice({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  return (
    <div role="group" aria-label={t`View`} className="flex rounded-md border border-edge">
      {(['list', 'grid'] as const).map((each) => (
        <Button
          key={each}
          variant="ghost"
          aria-pressed={view === each}
          className="aria-pressed:bg-fog aria-pressed:underline aria-pressed:underline-offset-4"
          onClick={() => onChoose(each)}
        >
          {each === 'list' ? t`List` : t`Grid`}
        </Button>
      ))}
    </div>
  )
}
