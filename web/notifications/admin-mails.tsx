import { useState } from 'react'
import { listMails, type Mail, MAIL_STATE_WORDS } from '#contract/notifications/mails.ts'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { Button } from '#web/ui/button.tsx'
import { AdminMail } from './admin-mail.tsx'
import { plural, t, translated } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** All emails and their delivery state; one of them in a dialog. */
export default function AdminMails() {
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <>
      <AdminListScreen
        list={listMails}
        title={t`Emails`}
        count={(total) => plural(total, { one: '# email', other: '# emails' })}
        empty={{ title: t`No emails yet`, text: t`Every email we send is listed here.` }}
        above={(data) =>
          data?.goesTo === 'folder' ? (
            <p className="mt-2 text-slate">
              <Trans>
                No mail server is configured. Every email is saved as a file in the data folder, under <code>mail</code>
                ; confirmation and password reset links are only there.
              </Trans>
            </p>
          ) : null
        }
        cells={{ state: (mail) => <State mail={mail} /> }}
        actions={{
          label: t`Show`,
          of: ({ id, subject }) => (
            <Button variant="outline" size="sm" onClick={() => setChosen(id)}>
              <Trans>
                Show<span className="sr-only"> {subject}</span>
              </Trans>
            </Button>
          ),
        }}
        head="subject"
        isCurrent={({ id }) => id === chosen}
      />
      {chosen === null ? null : <AdminMail key={chosen} mailId={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

function State({ mail: { state, failure } }: { mail: Mail }) {
  return (
    <span className={state === 'failed' ? 'font-semibold text-outbid' : ''}>
      {translated(MAIL_STATE_WORDS[state])}
      {failure === null ? null : (
        <span className="block max-w-80 truncate text-xs font-normal text-slate" title={translated(failure)}>
          {translated(failure)}
        </span>
      )}
    </span>
  )
}
