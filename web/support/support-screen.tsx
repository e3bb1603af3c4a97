import { Trans } from '#web/platform/language/trans.tsx'
import { t } from '#web/platform/language/text.ts'
import { useCompanyTerms } from '../platform/company-terms.ts'
import { ArticlePage } from '../pages/article-page.tsx'
import { ContactForm } from './contact-form.tsx'

export default function SupportScreen() {
  const terms = useCompanyTerms()
  return (
    <ArticlePage name="support" title={t`Support`}>
      {terms === undefined || terms.contact.phone === '' ? null : (
        <p className="mt-8">
          <Trans>
            Is a lot you’re leading about to close? Call{' '}
            <a
              href={`tel:${terms.contact.phone.replaceAll(/[^+\d]/g, '')}`}
              className="font-semibold whitespace-nowrap text-link"
            >
              {terms.contact.phone}
            </a>
            .
          </Trans>
        </p>
      )}
      <h2 className="mt-10 mb-4 text-lg">{t`Write to us`}</h2>
      <ContactForm />
    </ArticlePage>
  )
}
