import { useState } from 'react'
import {
  deleteNewsletter,
  type Newsletter,
  pauseNewsletter,
  previewNewsletter,
  resumeNewsletter,
  scheduleNewsletter,
  testNewsletter,
} from '#contract/marketing/newsletters.ts'
import { faultOf } from '#web/platform/forms/request-faults.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmedAction } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateTimeInput, typedTime } from '#web/ui/date-time-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { EmailFrame } from '#web/notifications/admin-email-frame.tsx'
import { toast } from '#web/ui/toast.tsx'
import { plural, t } from '#web/platform/language/text.ts'

type Given = { newsletter: Newsletter; onChanged: (newsletter: Newsletter) => void; onDeleted: () => void }

/** What can be done with a saved newsletter in its present state. */
export function NewsletterActions({ newsletter, onChanged, onDeleted }: Given) {
  const { id, version, status } = newsletter
  const [preview, setPreview] = useState<string | null>(null)
  const params = { newsletterId: id }
  const { run, busy, failure } = useAttempt((work: () => Promise<void>) => work())
  const timeFault = faultOf(failure, 'sendAt')
  const test = async () => {
    const { email } = await call(testNewsletter, { params })
    toast({ title: t`Test sent to ${email}` })
  }
  const show = async () => setPreview((await call(previewNewsletter, { params })).url)
  const pause = async () => onChanged(await call(pauseNewsletter, { params, body: { version } }))
  const resume = async () => onChanged(await call(resumeNewsletter, { params, body: { version } }))
  const remove = async () => {
    await call(deleteNewsletter, { params, body: { version } })
    toast({ title: t`Draft deleted` })
    onDeleted()
  }
  const schedule = async (sendAt: number | null) =>
    onChanged(await call(scheduleNewsletter, { params, body: { version, sendAt } }))
  return (
    <div className="mt-6 flex flex-col gap-4">
      {failure === null || timeFault !== undefined ? null : (
        <p role="alert" className="text-sm font-semibold text-outbid">
          {failureMessage(failure)}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          size="sm"
          aria-disabled={busy}
          onClick={() => void run(show)}
        >{t`Preview email`}</Button>
        <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run(test)}>{t`Send test`}</Button>
        {status === 'scheduled' || status === 'sending' ? (
          <Button
            variant="outline"
            size="sm"
            aria-disabled={busy}
            onClick={() => void run(pause)}
          >{t`Pause sending`}</Button>
        ) : null}
        {status === 'paused' ? <ResumeSending newsletter={newsletter} onResume={resume} /> : null}
      </div>
      {status === 'draft' ? (
        <>
          <Schedule
            audience={newsletter.audience}
            busy={busy}
            fault={timeFault}
            onSend={(sendAt) => void run(() => schedule(sendAt))}
          />
          <DeleteDraft subject={newsletter.subject} onDelete={remove} />
        </>
      ) : null}
      {preview === null ? null : (
        <Preview subject={newsletter.subject} url={preview} onClose={() => setPreview(null)} />
      )}
    </div>
  )
}

function ResumeSending({
  newsletter: { startedAt, waiting },
  onResume,
}: {
  newsletter: Newsletter
  onResume: () => Promise<unknown>
}) {
  const who =
    startedAt === null
      ? t`It goes to its audience at its scheduled time, or now if that has passed.`
      : plural(waiting, { one: '# person still gets it.', other: '# people still get it.' })
  return (
    <ConfirmedAction
      label={t`Resume sending`}
      look="default"
      title={t`Resume sending?`}
      words={`${who} ${t`Emails can’t be taken back; you can pause again.`}`}
      action={t`Resume sending`}
      failed={t`Nothing was sent`}
      onAction={onResume}
    />
  )
}

/** Away from sending. */
function DeleteDraft({ subject, onDelete }: { subject: string; onDelete: () => Promise<void> }) {
  return (
    <div className="border-t border-line pt-4">
      <ConfirmedAction
        label={t`Delete draft`}
        look="ghost"
        title={t`Delete this draft?`}
        words={t`“${subject}” and its text are deleted. You can’t undo this.`}
        action={t`Delete draft`}
        cancel={t`Keep draft`}
        failed={t`Nothing was deleted`}
        variant="destructive"
        onAction={onDelete}
      />
    </div>
  )
}

function Preview({ subject, url, onClose }: { subject: string; url: string; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={subject} className="w-[min(46rem,calc(100vw-2rem))]!">
      <EmailFrame src={url} />
    </Dialog>
  )
}

/** Emails can't be taken back, so sending takes a second press. */
function Schedule({
  audience,
  busy,
  fault,
  onSend,
}: {
  audience: number
  fault: string | undefined
  busy: boolean
  onSend: (sendAt: number | null) => void
}) {
  const [time, setTime] = useState('')
  const [isSure, setIsSure] = useState(false)
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <Field label={t`Send at (optional)`} hint={t`In your time zone. Leave it empty to send now.`} error={fault}>
        <DateTimeInput
          value={time}
          onChange={({ target }) => {
            setTime(target.value)
            setIsSure(false)
          }}
        />
      </Field>
      {isSure ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="basis-full font-semibold">{t`Emails can’t be taken back. You can pause those not sent yet.`}</p>
          <Button aria-disabled={busy} onClick={() => onSend(typedTime(time))}>
            {time === ''
              ? t`Send to ${plural(audience, { one: '# person', other: '# people' })} now`
              : t`Schedule for ${plural(audience, { one: '# person', other: '# people' })}`}
          </Button>
          <Button variant="ghost" onClick={() => setIsSure(false)}>{t`Cancel`}</Button>
        </div>
      ) : (
        <Button variant="secondary" className="self-start" disabled={audience === 0} onClick={() => setIsSure(true)}>
          {time === '' ? t`Send now` : t`Schedule newsletter`}
        </Button>
      )}
      {audience === 0 ? <p className="text-sm text-slate">{t`No subscribed member is in this audience now.`}</p> : null}
    </div>
  )
}
