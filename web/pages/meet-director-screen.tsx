import { Link } from 'wouter'
import type { HouseTerms } from '#contract/auctions.ts'
import { paths } from '../paths.ts'
import { useHouseTermsState } from '../platform/house-terms.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'

const TITLE = 'Meet the director'

/** Who answers for the company, in their own words, once the owner has set them. */
export default function MeetDirectorScreen() {
  const { terms, failed } = useHouseTermsState()
  const director = terms?.director ?? null
  if (director !== null) return <Letter director={director} />
  return (
    <Page title={TITLE} width="prose">
      {terms !== undefined ? (
        <p>
          Nothing is published here yet. Read{' '}
          <Link href={paths.about} className="text-notice underline underline-offset-4">
            what we promise bidders and sellers
          </Link>
          .
        </p>
      ) : failed ? (
        <Notice tone="bad" title="The page could not be loaded">
          Check your connection and load the page again.
        </Notice>
      ) : (
        <Spinner />
      )}
    </Page>
  )
}

function Letter({ director: { name, office, letter } }: { director: NonNullable<HouseTerms['director']> }) {
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
