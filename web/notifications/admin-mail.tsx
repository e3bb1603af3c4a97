import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Mail, listMails, readMail, retryMail } from '#contract/notifications/mails.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmailFrame } from './admin-email-frame.tsx'
import { t, translated } from '#web/platform/language/text.ts'

/** One email: its delivery state, how its reader sees it, and its plain text. */
export function AdminMail({ mailId, onClose }: { mailId: string; onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: [readMail.path, mailId],
    queryFn: ({ signal }) => call(readMail, { params: { mailId } }, signal),
    // Every read is recorded as a view, and its link lasts minutes: it is read once each time it is opened.
    gcTime: 0,
  })
  return (
    <Dialog onClose={onClose} title={data?.mail.subject ?? t`Email`} className="w-[min(46rem,calc(100vw-2rem))]!">
      {error === null ? null : (
        <Notice tone="bad" title={t`Couldn’t load the email`}>
          {failureMessage(error)}
        </Notice>
      )}
      {data === undefined ? (
        error === null ? (
          <Skeleton className="h-96" />
        ) : null
      ) : (
        <>
          <Facts mail={data.mail} messageId={data.messageId} />
          {data.text === null ? (
            <Notice
              tone="info"
              title={t`Only the recipient can read this email`}
            >{t`Its link opens their account.`}</Notice>
          ) : (
            <>
              <EmailFrame src={data.page ?? undefined} />
              <details className="mt-4">
                <summary className="min-h-11 py-2 font-semibold">{t`Plain text`}</summary>
                <pre className="overflow-x-auto rounded-md bg-fog p-4 text-xs whitespace-pre-wrap">
                  <LinkedText text={data.text} />
                </pre>
              </details>
            </>
          )}
        </>
      )}
    </Dialog>
  )
}

function Facts({ mail, messageId }: { mail: Mail; messageId: string }) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(retryMail, { params: { mailId: mail.id } }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [listMails.path] }),
        client.invalidateQueries({ queryKey: [readMail.path, mail.id] }),
      ]),
  })
  return (
    <>
      <dl className="mb-4 grid gap-x-6 text-sm sm:grid-cols-2">
        <Fact name={t`Recipient`}>{mail.recipient}</Fact>
        <Fact name={t`Created`}>{formatInstant(mail.createdAt)}</Fact>
        <Fact name={t`Last attempt`}>{mail.sentAt === null ? '–' : formatInstant(mail.sentAt)}</Fact>
        <Fact name={t`Accepted`}>{mail.deliveredAt === null ? '–' : formatInstant(mail.deliveredAt)}</Fact>
        <Fact name={t`Attempts`}>{mail.tries}</Fact>
        {mail.nextTryAt === null ? null : <Fact name={t`Next attempt`}>{formatInstant(mail.nextTryAt)}</Fact>}
        <div className="sm:col-span-2">
          <Fact name={t`Message ID`}>{messageId}</Fact>
        </div>
      </dl>
      {mail.state === 'failed' ? (
        <div className="mb-4">
          <Notice tone="bad" title={t`Failed`}>
            <p>{mail.failure === null ? null : translated(mail.failure)}</p>
            <Button
              variant="outline"
              size="sm"
              className="mt-2"
              aria-disabled={isPending}
              onClick={() => isPending || mutate()}
            >{t`Retry`}</Button>
            {error === null ? null : <p className="mt-2">{failureMessage(error)}</p>}
          </Notice>
        </div>
      ) : null}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3 border-t border-line py-1.5">
      <dt className="w-20 shrink-0 text-slate">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

/** The text with links to our own site made clickable. */
function LinkedText({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={part} target="_blank" rel="noreferrer" className="text-notice underline">
        {part}
      </a>
    ),
  )
}
