import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import { askConfirmation, askPasswordReset } from '#contract/accounts.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { useAct, useCall } from '../use-act.ts'

/** A link to choose a new password. */
export function AskPasswordReset() {
  return (
    <Page
      title="Choose a new password"
      width="form"
      lead="Write the address of your account, and we send a link there."
    >
      <AskMail endpoint={askPasswordReset} action="Send the link">
        The link works once, for an hour.
      </AskMail>
      <p className="mt-8 border-t border-line pt-6">
        <Link href={paths.logIn} className="text-notice underline underline-offset-4">
          Back to the log-in
        </Link>
      </p>
    </Page>
  )
}

/** Asks for a mail to an address. What is said afterwards is the same whether there is an account or not. */
export function AskMail({
  endpoint,
  action,
  children,
}: {
  endpoint: typeof askPasswordReset | typeof askConfirmation
  action: string
  children: ReactNode
}) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const send = useCall(endpoint)
  const form = useForm({ resolver: zodResolver(endpoint.body), defaultValues: { email: '' } })
  const { onSubmit, fault, busy } = useAct(form, {}, async ({ email }) => {
    await send({ body: { email } })
    setSentTo(email)
  })
  if (sentTo !== null) {
    return (
      <Notice tone="good" title="Look into your mail">
        <p>
          If there is an account with {sentTo}, the link is on its way. It can take some minutes; look among unwanted
          mail, too. {children}
        </p>
        <Button variant="link" size="sm" className="mt-1" onClick={() => setSentTo(null)}>
          Try another address
        </Button>
      </Notice>
    )
  }
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {fault === null ? null : (
        <Notice tone="bad" title="Nothing was sent">
          {fault}
        </Notice>
      )}
      <Field label="Email address" error={form.formState.errors.email?.message}>
        <Input {...form.register('email')} type="email" autoComplete="username" inputMode="email" />
      </Field>
      <Button type="submit" size="lg" aria-disabled={busy}>
        {busy ? 'Sending' : action}
      </Button>
    </form>
  )
}
