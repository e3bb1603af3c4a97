import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { HouseTerms } from '#contract/auctions.ts'
import { type MoneySettings, readSettings } from '#contract/house-settings.ts'
import { paths } from '../../paths.ts'
import { useHouseTerms } from '../../platform/house-terms.ts'
import { call } from '../../platform/request.ts'
import { Notice } from '../../ui/notice.tsx'

/** For the owner: what the public pages, invoices and emails lack, because it is not set. */
export function CompanyChecklist() {
  const terms = useHouseTerms()
  const { data: money } = useQuery({
    queryKey: [readSettings.path],
    queryFn: ({ signal }) => call(readSettings, {}, signal),
  })
  const missing = terms === undefined ? [] : missingIn(terms, money?.settings)
  if (missing.length === 0) return null
  return (
    <div className="mt-6">
      <Notice tone="info" title="Complete your company’s details">
        <p>These are not set, so they’re left out:</p>
        <ul className="mt-2 list-disc pl-5">
          {missing.map(({ name, where }) => (
            <li key={name}>
              <Link href={paths.adminPage('settings')} className="underline underline-offset-4">
                {name}
              </Link>
              : {where}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

/** What a company still has to say, and where it would stand. */
function missingIn(
  { legal, contact, director }: HouseTerms,
  money: MoneySettings | undefined,
): { name: string; where: string }[] {
  const items = [
    { name: 'Legal name', isSet: legal.name !== '', where: 'invoices' },
    { name: 'Tax ID', isSet: legal.taxId !== '', where: 'invoices' },
    { name: 'Address', isSet: contact.address !== '', where: 'invoices, terms, privacy, contact page, emails' },
    { name: 'Email', isSet: contact.email !== '', where: 'invoices, contact page, terms, emails' },
    { name: 'Phone', isSet: contact.phone !== '', where: 'contact and support pages, invoices' },
    { name: 'Bank account', isSet: money?.bankAccount !== null, where: 'invoices, bank transfers' },
    { name: 'Director', isSet: director != null, where: 'Meet the director' },
  ]
  return items.filter(({ isSet }) => !isSet)
}
