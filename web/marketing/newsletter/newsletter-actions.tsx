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
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { EmailFrame } from '#web/notifications/admin-email-frame.tsx'
import { toast } from '#web/ui/toast.tsx'

type Given = { newsletter: Newsletter; onChanged: (newsletter: Newsletter) => void; onDeleted: () => void }

/** What can be done with a saved newsletter in its present state. */
export function NewsletterActions({ newsletter, onChanged, onDeleted }: Given) {
  const { id, version, status } = newsletter
  const [preview, setPreview] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const params = { newsletterId: id }
  const { run, busy } = useSingleFlight(async (work: () => Promise<void>) => {
    setFailure(null)
    try {
      await work()
    } catch (cause) {
      setFailure(cause)
    }
  })
  const test = async () => {
    const { email } = await call(testNewsletter, { params })
    toast({ title: `Test sent to ${email}` })
  }
  const show = async () => setPreview((await call(previewNewsletter, { params })).url)
  const pause = async () => onChanged(await call(pauseNewsletter, { params, body: { version } }))
  const resume = async () => onChanged(await call(resumeNewsletter, { params, body: { version } }))
  const remove = async () => {
    await call(deleteNewsletter, { params, body: { version } })
    toast({ title: 'Draft deleted' })
    onDeleted()
  }
  const schedule = async (sendAt: number | null) =>
    onChanged(await call(scheduleNewsletter, { params, body: { version, sendAt } }))
  return (
    <div className="mt-6 flex flex-col gap-4">
      {failure === null ? null : (
        <p role="alert" className="text-sm font-semibold text-outbid">
          {failureMessage(failure)}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run(show)}>
          Preview email
        </Button>
        <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run(test)}>
          Send test
        </Button>
        {status === 'scheduled' || status === 'sending' ? (
          <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run(pause)}>
            Pause sending
          </Button>
        ) : null}
        {status === 'paused' ? (
          <Button size="sm" aria-disabled={busy} onClick={() => void run(resume)}>
            Resume sending
          </Button>
        ) : null}
      </div>
      {status === 'draft' ? (
        <>
          <Schedule audience={newsletter.audience} busy={busy} onSend={(sendAt) => void run(() => schedule(sendAt))} />
          <DeleteDraft busy={busy} onDelete={() => void run(remove)} />
        </>
      ) : null}
      {preview === null ? null : (
        <Preview subject={newsletter.subject} url={preview} onClose={() => setPreview(null)} />
      )}
    </div>
  )
}

function Preview({ subject, url, onClose }: { subject: string; url: string; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent title={subject} className="w-[min(46rem,calc(100vw-2rem))]!">
        <EmailFrame src={url} />
      </DialogContent>
    </Dialog>
  )
}

/** A deleted text can't be restored, so it takes a second press; away from sending. */
function DeleteDraft({ busy, onDelete }: { busy: boolean; onDelete: () => void }) {
  const [isSure, setIsSure] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
      {isSure ? (
        <>
          <Button variant="destructive" size="sm" aria-disabled={busy} onClick={onDelete}>
            Delete this draft
          </Button>
          <Button variant="ghost" size="sm" onClick={() => setIsSure(false)}>
            Keep draft
          </Button>
        </>
      ) : (
        <Button variant="ghost" size="sm" onClick={() => setIsSure(true)}>
          Delete draft
        </Button>
      )}
    </div>
  )
}

/** Emails can't be taken back, so sending takes a second press. */
function Schedule({
  audience,
  busy,
  onSend,
}: {
  audience: number
  busy: boolean
  onSend: (sendAt: number | null) => void
}) {
  const [time, setTime] = useState('')
  const [isSure, setIsSure] = useState(false)
  const people = audience === 1 ? '1 person' : `${audience} people`
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <Field label="Send at (optional)" hint="In your time zone. Empty: now.">
        <Input
          type="datetime-local"
          value={time}
          onChange={({ target }) => {
            setTime(target.value)
            setIsSure(false)
          }}
        />
      </Field>
      {isSure ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button aria-disabled={busy} onClick={() => onSend(time === '' ? null : new Date(time).getTime())}>
            {time === '' ? `Send to ${people} now` : `Schedule for ${people}`}
          </Button>
          <Button variant="ghost" onClick={() => setIsSure(false)}>
            Cancel
          </Button>
        </div>
      ) : (
        <Button variant="secondary" className="self-start" disabled={audience === 0} onClick={() => setIsSure(true)}>
          {time === '' ? 'Send now' : 'Schedule newsletter'}
        </Button>
      )}
      {audience === 0 ? <p className="text-sm text-slate">No subscribed member is in this audience now.</p> : null}
    </div>
  )
}
