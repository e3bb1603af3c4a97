import { t } from '#web/platform/language/text.ts'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import type { FieldError } from 'react-hook-form'
import { REFUSED } from '#web/platform/forms/use-action.ts'
import { PasswordField } from './password-field.tsx'
import { strengthWords } from './password-strength.ts'

/**
 * A new password with its strength. The server knows more common passwords than this page: one that it refused is never
 * rated good, even when typed again. `known`: name and email of the person.
 */
export function NewPasswordField({
  password,
  known = [],
  error,
  ...input
}: Omit<ComponentProps<typeof PasswordField>, 'hint' | 'error'> & {
  password: string
  known?: readonly string[]
  error: FieldError | undefined
}) {
  const written = useRef(password)
  written.current = password
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    if (error?.type === REFUSED) setRefused(written.current)
  }, [error])
  const words =
    password === refused ? t`This password is too common. Choose another one.` : strengthWords(password, known)
  return (
    <PasswordField
      {...input}
      autoComplete="new-password"
      hint={error === undefined ? <span aria-live="polite">{words}</span> : undefined}
      error={error?.message}
    />
  )
}
