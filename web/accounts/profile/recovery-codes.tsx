import { t } from '#web/platform/language/text.ts'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { saveFile } from '#web/platform/forms/save-file.ts'

/** Shown once. A person who has not saved them cannot continue by mistake. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [kept, setKept] = useState(false)
  const [copied, setCopied] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="text-base outline-none">
        {t`Your recovery codes`}
      </h3>
      <p className="mt-2">
        {t`Each code signs you in once if you lose your phone. Keep them somewhere safe; we won’t show them again.`}
      </p>
      <ul className="tabular mt-4 grid grid-cols-2 gap-x-6 gap-y-1 border-y border-line py-4 font-semibold tracking-wide">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          variant="outline"
          size="sm"
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        >
          <span aria-live="polite">{copied ? t`Copied` : t`Copy`}</span>
        </Button>
        <Button
          variant="outline"
          size="sm"
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'paddock-recovery-codes.txt')}
        >
          {t`Download`}
        </Button>
      </div>
      <Checkbox
        className="mt-2"
        label={t`I saved these codes`}
        checked={kept}
        onChange={(event) => setKept(event.target.checked)}
      />
      <Button className="mt-2" disabled={!kept} onClick={onDone}>
        {t`Done`}
      </Button>
    </div>
  )
}
