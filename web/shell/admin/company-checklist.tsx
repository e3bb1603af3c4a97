import { Link } from 'wouter'
import type { CompanyTerms } from '#contract/auctions/auctions.ts'
import { type MoneySettings, readSettings } from '#contract/invoices/company-settings.ts'
import { paths } from '../../paths.ts'
import { useCompanyTerms } from '../../platform/company-terms.ts'
import { useStaffSettings } from '../../platform/staff-settings.ts'
import { Notice } from '../../ui/notice.tsx'

/** For the owner: what the public pages, invoices and emails lack, because it is not set. */
export function CompanyChecklist() {
  const terms = useCompanyTerms()
  const { data: money } = useStaffSettings(readSettings)
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

/** Settings that a company has not filled in yet, and where each would be shown. */
function missingIn(
  { legal, contact, director }: CompanyTerms,
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
