import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { useCompanyTerms } from '../platform/company-terms.ts'
import { Page } from '../ui/page.tsx'
import { ContactForm } from './contact-form.tsx'

const ROUTES: { title: string; text: string; to: string; label: string }[] = [
  {
    title: 'How something works',
    text: 'Search the answers to common questions.',
    to: paths.faq,
    label: 'Search the FAQ',
  },
  {
    title: 'Bidding rules',
    text: 'Increments, maximums, reserves, the last minutes and fees.',
    to: paths.biddingGuide,
    label: 'Read the bidding guide',
  },
  {
    title: 'A message you sent',
    text: 'See our reply and answer it.',
    to: paths.messageStatus,
    label: 'Message status',
  },
]

export default function SupportScreen() {
  const terms = useCompanyTerms()
  return (
    <Page title="Support" lead="Find an answer, or write to us." width="prose">
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
          Is a lot you’re leading about to close? Call{' '}
          <a
            href={`tel:${terms.contact.phone.replaceAll(/[^+\d]/g, '')}`}
            className="font-semibold whitespace-nowrap text-notice underline underline-offset-4"
          >
            {terms.contact.phone}
          </a>
          .
        </p>
      )}
      <h2 className="mt-10 mb-4 text-lg">Write to us</h2>
      <ContactForm />
    </Page>
  )
}
