import { t } from '#web/platform/language/text.ts'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Checkbox, Field, Input } from '#web/ui/field.tsx'

/** A password that can be shown while it is typed. */
export function PasswordField({
  label = t`Password`,
  hint,
  error,
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & { label?: string; hint?: ReactNode; error: string | undefined }) {
  const [shown, setShown] = useState(false)
  return (
    <div>
      <Field label={label} hint={hint} error={error}>
        <Input {...input} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      </Field>
      <Checkbox label={t`Show password`} checked={shown} onChange={(event) => setShown(event.target.checked)} />
    </div>
  )
}
