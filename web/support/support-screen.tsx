import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { useHouseTerms } from '../platform/house-terms.ts'
import { Page } from '../ui/page.tsx'

const ROUTES: { title: string; text: string; to: string; label: string }[] = [
  {
    title: 'You want to know how something works',
    text: 'Most questions have been asked before. The answers can be searched, and each has a link you can pass on.',
    to: paths.faq,
    label: 'Search the FAQ',
  },
  {
    title: 'You are bidding and something surprised you',
    text: 'The bidding guide has the whole rulebook: increments, maximums, reserve, the last minutes, fees.',
    to: paths.biddingGuide,
    label: 'Read the bidding guide',
  },
  {
    title: 'A page looks wrong or does not load',
    text: 'Reload it. Bids that the page has confirmed are safe whatever happens to the page. If it stays wrong, send us the address of the page and what you see.',
    to: paths.contact,
    label: 'Report it',
  },
  {
    title: 'You have a question about money',
    text: 'Have the invoice number ready. The cashier can see within a minute whether a payment has arrived.',
    to: paths.contact,
    label: 'Reach the cashier',
  },
  {
    title: 'You have written and wait for an answer',
    text: 'What happens with a message, how long it takes, and what to do when it takes longer.',
    to: paths.messageStatus,
    label: 'Message status',
  },
]

export default function SupportScreen() {
  const terms = useHouseTerms()
  return (
    <Page title="Support" lead="Start with what brought you here." width="prose">
      <ul className="border-b border-line">
        {ROUTES.map(({ title, text, to, label }) => (
          <li key={title} className="border-t border-line py-6">
            <h2 className="text-base">{title}</h2>
            <p className="mt-1 text-slate">{text}</p>
            <Link href={to} className="mt-1 inline-flex min-h-11 items-center text-notice underline underline-offset-4">
              {label}
            </Link>
          </li>
        ))}
      </ul>
      {terms === undefined || terms.contact.phone === '' ? null : (
        <p className="mt-8">
          If a lot you lead closes within the hour, do not write: call{' '}
          <a
            href={`tel:${terms.contact.phone.replaceAll(/[^+\d]/g, '')}`}
            className="font-semibold whitespace-nowrap text-notice underline underline-offset-4"
          >
            {terms.contact.phone}
          </a>
          .
        </p>
      )}
    </Page>
  )
}
