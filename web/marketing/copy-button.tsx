import { t } from '#web/platform/language/text.ts'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'

/** Copies a text and confirms it; if the browser refuses, asks the person to select it by hand. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('refused')
    }
  }

  return (
    <span className="inline-flex flex-wrap items-center gap-3">
      <Button variant="outline" size="sm" onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status" className="text-xs text-slate">
        {outcome === 'copied'
          ? t`Copied`
          : outcome === 'refused'
            ? t`Your browser doesn’t allow copying. Select the text and copy it.`
            : ''}
      </span>
    </span>
  )
}
