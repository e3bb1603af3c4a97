import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { useState } from 'react'
import { townLines } from '#contract/accounts/postal-address.ts'
import { type Address, removeAddress } from '#contract/accounts/account-profile.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AddressForm } from './address-form.tsx'
import { countryName } from './countries.ts'
import { ProfileSection } from '../profile-parts.tsx'
import { useCall } from '#web/platform/forms/use-action.ts'
import { useProfile, useProfileChanged } from './use-profile.ts'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'

const ADDRESSES_MAX = 10

/** Addresses for invoices and for vehicle delivery. */
export function AddressBook() {
  const { data, error, refetch } = useProfile()
  /** The id of the address being changed, or `new`. */
  const [open, setOpen] = useState<string | null>(null)
  const close = () => setOpen(null)
  return (
    <ProfileSection id="addresses" title={t`Addresses`} lead={t`For invoices and transport. Only we can see them.`}>
      {data === undefined ? (
        error === null ? (
          <Skeleton className="h-32" />
        ) : (
          <RequestFailed
            title={t`We couldn’t load your addresses`}
            also={t`They’re still saved.`}
            failure={error}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <>
          <ul className="border-b border-line empty:hidden">
            {data.addresses.map((address) => (
              <li key={address.id} className="border-t border-line py-3">
                {open === address.id ? (
                  <AddressForm address={address} onClose={close} />
                ) : (
                  <Entry address={address} onChange={() => setOpen(address.id)} />
                )}
              </li>
            ))}
          </ul>
          {data.addresses.length === 0 && open === null ? (
            <p className="border-y border-line py-4 text-slate">{t`No address yet. Invoices show only your name.`}</p>
          ) : null}
          {open === 'new' ? (
            <AddressForm address={null} onClose={close} />
          ) : data.addresses.length < ADDRESSES_MAX ? (
            <Button variant="outline" className="mt-4" onClick={() => setOpen('new')}>
              {t`Add address`}
            </Button>
          ) : (
            <p className="mt-4 text-slate">{t`You can save up to ten addresses. Remove one to add another.`}</p>
          )}
        </>
      )}
    </ProfileSection>
  )
}

function Entry({ address, onChange }: { address: Address; onChange: () => void }) {
  const remove = useCall(removeAddress)
  const changed = useProfileChanged()
  const { run, busy } = useSingleFlight(async () => {
    try {
      await remove({ params: { addressId: address.id } })
      toast({ title: t`Address removed` })
    } catch (failure) {
      toast({ title: t`We couldn’t remove the address`, description: failureMessage(failure), variant: 'destructive' })
    }
    await changed()
  })
  const name = <span className="sr-only"> {t`address of ${address.recipient}`}</span>
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <address className="min-w-0 flex-1 basis-56 break-words not-italic">
        {linesOf(address).map((line, place) => (
          <span key={line} className={place === 0 ? 'block font-semibold' : 'block'}>
            {line}
          </span>
        ))}
        {address.forInvoices ? <span className="mt-1 block text-xs text-slate">{t`For invoices`}</span> : null}
      </address>
      <div className="flex gap-2">
        <Button variant="outline" size="sm" onClick={onChange}>
          <Trans>Change{name}</Trans>
        </Button>
        <Button variant="ghost" size="sm" aria-disabled={busy} onClick={() => void run()}>
          <Trans>Remove{name}</Trans>
        </Button>
      </div>
    </div>
  )
}

/** As on an envelope; empty parts are omitted. */
function linesOf(address: Address): string[] {
  const all = [address.recipient, address.company, address.street, address.extra, ...townLines(address)]
  return [...new Set([...all.filter((line) => line !== ''), countryName(address.country)])]
}
