import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { Link } from 'wouter'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { useArticle } from '#web/content/use-article.ts'
import { paths } from '../paths.ts'
import { useCompanyTerms } from '../platform/company-terms.ts'
import { ArticlePage } from './article-page.tsx'

/** The person responsible for the company, in their own words, once the owner has set them. */
export default function MeetDirectorScreen() {
  const director = useCompanyTerms()?.director ?? null
  const { data } = useArticle('meet-director')
  const isEmpty = data !== undefined && data.lead.length === 0 && data.sections.length === 0
  return (
    <ArticlePage
      name="meet-director"
      title={t`Meet the director`}
      {...(director === null ? {} : { portrait: <Portrait director={director} /> })}
    >
      {director === null ? null : (
        <p className="mt-10 border-t border-line pt-6">
          <span className="font-semibold">{director.name}</span>
          <br />
          <span className="text-slate">{director.office}</span>
        </p>
      )}
      {isEmpty && director === null ? (
        <p className="mt-8">
          <Trans>
            There’s nothing here yet. Read{' '}
            <Link href={paths.about} className="text-link">
              what we promise bidders and sellers
            </Link>
            .
          </Trans>
        </p>
      ) : null}
    </ArticlePage>
  )
}

/** The portrait, or the initials until there is one. */
function Portrait({ director: { name } }: { director: NonNullable<CompanyTerms['director']> }) {
  const portrait = useCompanyTerms()?.brand.portrait ?? null
  if (portrait !== null)
    return <img src={portrait} alt={name} width={480} height={480} className="mb-6 size-40 rounded-md object-cover" />
  const initials = name
    .split(/\s+/)
    .map((part) => part.charAt(0))
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase()
  return (
    <p
      aria-hidden="true"
      className="mb-6 flex size-40 items-center justify-center rounded-md bg-fog text-2xl font-semibold text-slate"
    >
      {initials}
    </p>
  )
}
