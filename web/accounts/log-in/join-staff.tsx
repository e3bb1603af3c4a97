import { t } from '#web/platform/language/text.ts'
import { zodResolver } from '#web/platform/forms/schema-resolver.ts'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { Link } from 'wouter'
import type * as z from 'zod/mini'
import { acceptStaffLink, readStaffLink, StaffAccount } from '#contract/accounts/staff-links.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { paths } from '#web/paths.ts'
import { useAction, useCall } from '#web/platform/forms/use-action.ts'
import { call, failureMessage, RequestError } from '#web/platform/request.ts'
import { useLogIn } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NewPasswordField } from '../password/new-password-field.tsx'

/** The target of a set-up link or an invitation: the person creates their staff account and is signed in. */
export function JoinStaff({ secret, onJoined }: { secret: string; onJoined: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [readStaffLink.path, secret],
    queryFn: ({ signal }) => call(readStaffLink, { body: { token: secret } }, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data !== undefined) return <AccountForm offer={data} secret={secret} onJoined={onJoined} />
  if (error === null)
    return (
      <Page title={t`Join the team`} width="form">
        <Skeleton className="h-80" />
      </Page>
    )
  const isRefused = error instanceof RequestError && (error.status === 409 || error.status === 400)
  return (
    <Page title={isRefused ? t`This link doesn’t work` : t`Join the team`} width="form">
      <Notice tone="bad" title={isRefused ? t`Nothing was created` : t`We couldn’t check this link`}>
        {isRefused
          ? t`It was already used, withdrawn or has expired. Ask for a new invitation. For a new company, restart the server: it prints a new set-up link.`
          : failureMessage(error)}
      </Notice>
      <div className="mt-6 flex flex-wrap gap-3">
        {isRefused ? null : <Button onClick={() => void refetch()}>{t`Try again`}</Button>}
        <Button asChild variant="outline">
          <Link href={paths.adminLogIn}>{t`Sign in`}</Link>
        </Button>
      </div>
    </Page>
  )
}

type Offer = ReplyOf<typeof readStaffLink>

function roleNames(roles: Offer['roles']): string {
  const names = { auctioneer: t`Auctioneer`, reviewer: t`Reviewer`, cashier: t`Cashier`, owner: t`Owner` }
  return roles.map((role) => names[role]).join(', ')
}

function AccountForm({ offer, secret, onJoined }: { offer: Offer; secret: string; onJoined: () => void }) {
  const keep = useLogIn()
  const send = useCall(acceptStaffLink, 'once')
  const form = useForm<z.input<typeof StaffAccount>, unknown, z.infer<typeof StaffAccount>>({
    resolver: zodResolver(StaffAccount),
    defaultValues: { token: secret, name: '', password: '', email: offer.email ?? '' },
  })
  const fields = { 'password-too-common': 'password', 'address-taken': 'email' } as const
  const { onSubmit, fault, busy } = useAction(form, fields, async (body) => {
    keep(await send({ body }))
    onJoined()
  })
  const { register, formState, control } = form
  const { errors } = formState
  const [name, email = '', password] = useWatch({ control, name: ['name', 'email', 'password'] })
  const isSetUp = offer.kind === 'set-up'
  return (
    <Page
      title={isSetUp ? t`Create the owner account` : t`Join the team`}
      lead={
        isSetUp
          ? t`The owner sets up the company and invites the team. Next, you’ll set up two-factor authentication.`
          : t`Your role: ${roleNames(offer.roles)}. Next, you’ll set up two-factor authentication.`
      }
      width="form"
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {fault === null ? null : (
          <Notice tone="bad" title={t`We couldn’t create your account`}>
            {t`${fault} Your entries are still here.`}
          </Notice>
        )}
        <Field label={t`Full name`} error={errors.name?.message}>
          <Input {...register('name')} autoComplete="name" />
        </Field>
        <Field
          label={t`Email`}
          hint={isSetUp ? t`You’ll sign in with it.` : t`We sent the invitation here. You’ll sign in with it.`}
          error={errors.email?.message}
        >
          <Input {...register('email')} type="email" autoComplete="email" inputMode="email" readOnly={!isSetUp} />
        </Field>
        <NewPasswordField
          {...register('password')}
          label={t`Password`}
          password={password}
          known={[name, email]}
          error={errors.password}
        />
        <Button type="submit" size="lg" aria-disabled={busy}>
          {busy ? t`Creating account` : t`Create account`}
        </Button>
      </form>
    </Page>
  )
}
