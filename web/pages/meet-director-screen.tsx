import { Link } from 'wouter'
import type { CompanyTerms } from '#contract/auctions/auctions.ts'
import { paths } from '../paths.ts'
import { useCompanyTermsState } from '../platform/company-terms.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'

const TITLE = 'Meet the director'

/** The person responsible for the company, in their own words, once the owner has set them. */
export default function MeetDirectorScreen() {
  const { terms, failed } = useCompanyTermsState()
  const director = terms?.director ?? null
  if (director !== null) return <Letter director={director} />
  return (
    <Page title={TITLE} width="prose">
      {terms !== undefined ? (
        <p>
          There’s nothing here yet. Read{' '}
          <Link href={paths.about} className="text-notice underline underline-offset-4">
            what we promise bidders and sellers
          </Link>
          .
        </p>
      ) : failed ? (
        <Notice tone="bad" title="We couldn’t load this page">
          Check your connection and reload the page.
        </Notice>
      ) : (
        <Spinner />
      )}
    </Page>
  )
}

function Letter({ director: { name, office, letter } }: { director: NonNullable<CompanyTerms['director']> }) {
  const paragraphs = letter.split(/\n\s*\n/).filter((text) => text.trim() !== '')
  return (
    <Page title={TITLE} width="prose">
      {paragraphs.map((text) => (
        <p key={text} className="mt-4">
          {text}
        </p>
      ))}
      <p className="mt-10 border-t border-line pt-6">
        <span className="font-semibold">{name}</span>
        <br />
        <span className="text-slate">{office}</span>
      </p>
    </Page>
  )
}
