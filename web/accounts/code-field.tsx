import { t } from '#web/platform/language/text.ts'
import { type ComponentProps, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'

/** A code from the authenticator app, or a recovery code for people who have lost it. */
export function CodeField({
  error,
  recovery = true,
  ...input
}: ComponentProps<'input'> & { error: string | undefined; recovery?: boolean }) {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <div>
      {isRecovery ? (
        <Field label={t`Recovery code`} hint={t`One of the ten codes you saved. Each works once.`} error={error}>
          <Input {...input} autoComplete="off" autoCapitalize="characters" spellCheck={false} className="tabular" />
        </Field>
      ) : (
        <Field label={t`Six-digit code`} hint={t`From your authenticator app.`} error={error}>
          <Input
            {...input}
            autoComplete="one-time-code"
            inputMode="numeric"
            spellCheck={false}
            className="tabular max-w-44 text-lg tracking-[0.2em]"
          />
        </Field>
      )}
      {recovery ? (
        <Button variant="link" size="sm" className="mt-1" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? t`Use the app instead` : t`Use a recovery code`}
        </Button>
      ) : null}
    </div>
  )
}
