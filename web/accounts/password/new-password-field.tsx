import { type ComponentProps, useEffect, useRef, useState } from 'react'
import type { FieldError } from 'react-hook-form'
import { REFUSED } from '../use-act.ts'
import { PasswordField } from './password-field.tsx'
import { strengthWords } from './password-strength.ts'

/**
 * A password that is being chosen, with what it is worth. The server knows more common passwords than this page: one that it refused
 * is never called good, also when it is written again. `known`: name and address of the person.
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
    password === refused ? 'Choose another password: this one is too common.' : strengthWords(password, known)
  return (
    <PasswordField
      {...input}
      autoComplete="new-password"
      hint={error === undefined ? <span aria-live="polite">{words}</span> : undefined}
      error={error?.message}
    />
  )
}
