import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Billing as BillingFacts } from '#contract/invoices/billing.ts'
import { countryName } from '#web/accounts/profile/countries.ts'
import { onSubmitOf, useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { paths } from '#web/paths.ts'
import { failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useBilling, useChangeTaxId } from './use-invoices.ts'

/** The addressee of the next invoice. The address is kept in the profile, the tax ID here. */
export function Billing() {
  const { data } = useBilling()
  if (data === undefined) return null
  const { name, address, country } = data.buyer
  return (
    <section aria-labelledby="billing-title" className="mt-12 border-t border-line pt-6">
      <h2 id="billing-title" className="text-lg">
        {t`Invoices are addressed to`}
      </h2>
      <p className="mt-2 whitespace-pre-line">
        {[name, address, countryName(country)].filter((part) => part !== '').join('\n')}
      </p>
      <p className="mt-2 max-w-prose text-slate">
        <Trans>
          {address === '' ? t`You haven’t chosen an invoice address. ` : ''}Existing invoices keep their address.{' '}
          <Link href={`${paths.profile}#addresses`} className="text-link">
            {address === '' ? t`Choose one in your profile` : t`Change it in your profile`}
          </Link>
        </Trans>
      </p>
      <TaxId key={data.buyer.taxId} buyer={data.buyer} />
    </section>
  )
}

function TaxId({ buyer }: { buyer: BillingFacts['buyer'] }) {
  const [taxId, setTaxId] = useState(buyer.taxId)
  const { mutateAsync, error } = useChangeTaxId()
  const { run, busy } = useSingleFlight(async () => {
    const saved = await mutateAsync(taxId.trim()).catch(() => null)
    if (saved !== null) toast({ title: t`Tax ID saved`, description: t`It appears on all new invoices.` })
  })
  return (
    <form noValidate onSubmit={onSubmitOf(run)} className="mt-4 flex max-w-[30rem] flex-col items-start gap-3">
      <div className="w-full">
        <Field
          label={t`Tax ID`}
          hint={t`Leave it empty if you buy as an individual.`}
          error={error === null ? undefined : failureMessage(error)}
        >
          <Input value={taxId} maxLength={40} onChange={(event) => setTaxId(event.target.value)} />
        </Field>
      </div>
      <Button type="submit" variant="outline" aria-disabled={busy}>
        {busy ? t`Saving` : t`Save tax ID`}
      </Button>
    </form>
  )
}
