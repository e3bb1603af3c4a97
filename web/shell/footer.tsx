import { t } from '#web/platform/language/text.ts'
import { Link, useLocation } from 'wouter'
import { openCookieSettings } from '../consent/settings-door.ts'
import { useCompanyTerms } from '../platform/company-terms.ts'
import { paths } from '../paths.ts'
import { LanguageChoice } from '../accounts/language/language-choice.tsx'
import type { NavigationLink } from './navigation.ts'

const LEGAL: NavigationLink[] = [
  { to: paths.terms, label: t`Terms` },
  { to: paths.privacy, label: t`Privacy` },
  { to: paths.refund, label: t`Refunds` },
]

const GROUPS: { title: string; links: NavigationLink[] }[] = [
  {
    title: t`Bidding`,
    links: [
      { to: paths.howItWorks, label: t`How it works` },
      { to: paths.biddingGuide, label: t`Bidding guide and fees` },
      { to: paths.autobid, label: t`Auto-bid` },
      { to: paths.calendar, label: t`Calendar` },
    ],
  },
  {
    title: t`Help`,
    links: [
      { to: paths.support, label: t`Support` },
      { to: paths.faq, label: 'FAQ' },
      { to: paths.contact, label: t`Contact` },
      { to: paths.messageStatus, label: t`Message status` },
    ],
  },
  {
    title: t`Company`,
    links: [
      { to: paths.about, label: t`About` },
      { to: paths.meetDirector, label: t`Meet the director` },
      { to: paths.referralProgram, label: t`Refer a friend` },
      { to: paths.adminLogIn, label: t`Staff sign-in` },
    ],
  },
  {
    title: t`Legal`,
    links: LEGAL,
  },
]

const LINK = 'inline-flex min-h-11 items-center py-2 leading-snug hover:underline hover:underline-offset-4 text-left'

/** Every public page, the cookie settings and, in the demo, the photo credits. Staff pages show the settings only. */
export default function Footer() {
  const terms = useCompanyTerms()
  const [location] = useLocation()
  if (location === paths.admin || location.startsWith(`${paths.admin}/`)) {
    return (
      <footer className="mt-16 border-t border-line px-4 pt-4 pb-24 text-xs text-slate sm:px-6">
        <button type="button" className={LINK} onClick={openCookieSettings}>
          {t`Cookie settings`}
        </button>
      </footer>
    )
  }
  return (
    <footer data-above-bar className="mt-16 print:hidden border-t border-line pb-[calc(6rem+var(--bottom-bar))]">
      <div className="mx-auto grid max-w-[84rem] grid-cols-2 gap-x-6 gap-y-8 px-4 py-10 sm:px-6 lg:grid-cols-4">
        {GROUPS.map((group) => (
          <nav key={group.title} aria-label={group.title}>
            <h2 className="text-xs text-slate">{group.title}</h2>
            <ul className="mt-1">
              {group.links
                .filter(({ to }) => to !== paths.meetDirector || terms?.director != null)
                .map((link) => (
                  <li key={link.to}>
                    <Link href={link.to} className={LINK}>
                      {link.label}
                    </Link>
                  </li>
                ))}
              {group.links === LEGAL ? (
                <li>
                  <button type="button" className={LINK} onClick={openCookieSettings}>
                    {t`Cookie settings`}
                  </button>
                </li>
              ) : null}
              {group.links === LEGAL && terms?.demo === true ? (
                <li>
                  <a href="/demo/credits" className={LINK}>
                    {t`Photo credits`}
                  </a>
                </li>
              ) : null}
            </ul>
          </nav>
        ))}
      </div>
      <div className="mx-auto min-h-11 max-w-[84rem] px-4 sm:px-6">
        <LanguageChoice />
      </div>
      {terms === undefined ? null : (
        <div className="mx-auto max-w-[84rem] px-4 text-xs text-slate sm:px-6">
          <p>
            {[terms.companyName, terms.contact.address, terms.contact.phone.replaceAll(' ', '\u00a0')]
              .filter((part) => part !== '')
              .join(' · ')}
          </p>
          {terms.demo ? <p>{t`This is a demo: the auctions are fictional and no money moves.`}</p> : null}
        </div>
      )}
    </footer>
  )
}
