import { useCompanyTerms } from '../platform/company-terms.ts'
import { ArticlePage } from '../pages/article.tsx'
import { ContactForm } from './contact-form.tsx'

export default function SupportScreen() {
  const terms = useCompanyTerms()
  return (
    <ArticlePage name="support" title="Support">
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
    </ArticlePage>
  )
}
