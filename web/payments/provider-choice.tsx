import { t } from '#web/platform/language/text.ts'
import { type ReactNode, useId } from 'react'

export type Provider = 'sandbox' | 'stripe' | 'transfer'

const WORDS: Record<Provider, { name: string; facts: ReactNode }> = {
  sandbox: { name: t`Sandbox`, facts: t`Test payment, no charge.` },
  stripe: {
    name: t`Card`,
    facts: t`On Stripe, our payment provider. We never see your card. Confirmed immediately.`,
  },
  transfer: {
    name: t`Bank transfer`,
    facts: t`From your bank, with a reference we give you. Takes one to three business days.`,
  },
}

/** The display name of a payment method. */
export function nameOfProvider(provider: string): string {
  if (provider in WORDS) return WORDS[provider as Provider].name
  return provider === 'credit' ? t`Credit` : provider
}

/** The payment methods. A single one is shown as well: people should see what they are about to use. */
export function ProviderChoice({
  offered,
  chosen,
  onChoose,
}: {
  offered: readonly Provider[]
  chosen: Provider
  onChoose: (provider: Provider) => void
}) {
  const group = useId()
  return (
    <fieldset>
      <legend className="font-semibold">{t`Payment method`}</legend>
      {offered.map((provider) => (
        <label key={provider} className="flex min-h-11 cursor-pointer items-start gap-3 border-b border-line py-3">
          <input
            type="radio"
            name={group}
            value={provider}
            checked={provider === chosen}
            onChange={() => onChoose(provider)}
            className="mt-0.5 size-5 shrink-0 accent-ink"
          />
          <span>
            <span className="font-semibold">{WORDS[provider].name}</span>
            <span className="block text-slate">{WORDS[provider].facts}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
