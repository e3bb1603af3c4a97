import { Trans } from '#web/platform/language/trans.tsx'
import { t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import { Blocks } from '#web/content/blocks.tsx'
import { useArticle } from '#web/content/use-article.ts'
import { paths } from '../paths.ts'
import { useCompanyTermsState } from '../platform/company-terms.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ContactForm } from './contact-form.tsx'

export default function ContactScreen() {
  const { data } = useArticle('contact')
  return (
    <Page title={data?.title ?? t`Contact`} lead={data === undefined ? undefined : <Blocks blocks={data.lead} />}>
      <div className="grid gap-x-16 gap-y-10 text-base lg:grid-cols-[minmax(0,44rem)_minmax(16rem,1fr)]">
        <aside className="lg:order-last">
          <ContactDetails />
        </aside>
        <section>
          <h2 className="mb-4 text-lg">{t`Write to us`}</h2>
          <ContactForm />
          <p className="mt-6">
            <Trans>
              Already wrote?{' '}
              <Link href={paths.messageStatus} className="text-link">
                See our reply
              </Link>
              .
            </Trans>
          </p>
        </section>
      </div>
    </Page>
  )
}

/** The contact details that are set; a company without any is reached by the message form alone. */
function ContactDetails() {
  const { terms, failed } = useCompanyTermsState()
  if (failed && terms === undefined) {
    return (
      <Notice tone="bad" title={t`The contact details couldn’t be loaded`}>
        {t`Check your connection and reload the page.`}
      </Notice>
    )
  }
  if (terms === undefined) return <Spinner />
  const { email, phone, address } = terms.contact
  if (email === '' && phone === '' && address === '') return null
  const link = 'text-link'
  return (
    <dl className="grid grid-cols-[6rem_1fr] gap-y-4 border-y border-line py-6">
      {email === '' ? null : (
        <>
          <dt className="text-slate">{t`Email`}</dt>
          <dd>
            <a href={`mailto:${email}`} className={link}>
              {email}
            </a>
          </dd>
        </>
      )}
      {phone === '' ? null : (
        <>
          <dt className="text-slate">{t`Phone`}</dt>
          <dd>
            <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={link}>
              {phone}
            </a>
          </dd>
        </>
      )}
      {address === '' ? null : (
        <>
          <dt className="text-slate">{t`Address`}</dt>
          <dd>
            {terms.companyName}
            <br />
            {address}
          </dd>
        </>
      )}
    </dl>
  )
}
