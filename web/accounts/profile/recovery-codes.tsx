import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { saveFile } from '../save-file.ts'

/** Shown once. Whoever has not kept them cannot go on by mistake. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [kept, setKept] = useState(false)
  const [copied, setCopied] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="text-base outline-none">
        Your recovery codes
      </h3>
      <p className="mt-2">
        Each opens your account once in place of the app, if your phone is lost. Keep them where your phone is not; they
        are not shown again.
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
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        </Button>
        <Button
          variant="outline"
          size="sm"
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'paddock-recovery-codes.txt')}
        >
          Download
        </Button>
      </div>
      <Checkbox
        className="mt-2"
        label="I have kept these codes"
        checked={kept}
        onChange={(event) => setKept(event.target.checked)}
      />
      <Button className="mt-2" disabled={!kept} onClick={onDone}>
        Done
      </Button>
    </div>
  )
}
