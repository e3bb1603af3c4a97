import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import {
  deleteLotDocument,
  linkVehicleDocument,
  listVehicleDocuments,
  LOT_DOCUMENT_BYTES_MAX,
  LOT_DOCUMENT_KINDS,
  type LotDocumentKind,
  sendLotDocument,
  type StaffDocument,
} from '#contract/lots/lot-documents.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { useRead } from '#web/platform/use-read.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Options, Select } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Heads, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DOCUMENT_KIND_NAMES, fileWords } from '../document-words.ts'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** The documents of a vehicle: bidders read them on its lot page. */
export function AdminDocuments({ vehicleId }: { vehicleId: string }) {
  const client = useQueryClient()
  const { data, error } = useRead(listVehicleDocuments, { params: { vehicleId } })
  const readAgain = () => client.invalidateQueries({ queryKey: [listVehicleDocuments.path, vehicleId] })
  return (
    <section aria-labelledby="documents" className="mt-8 max-w-[60rem] border-t border-line pt-5">
      <h2 id="documents" className="text-lg">{t`Documents`}</h2>
      <p className="mt-1 mb-4 text-sm text-slate">{t`Verified members can read them immediately. Redact personal details before you upload.`}</p>
      <Upload vehicleId={vehicleId} onSent={readAgain} />
      <div className="mt-4">
        {data !== undefined ? (
          <Documents documents={data.items} onChanged={readAgain} />
        ) : error === null ? (
          <Skeleton className="h-24" />
        ) : (
          <RequestFailed title={t`We couldn’t load the documents`} failure={error} />
        )}
      </div>
    </section>
  )
}

function Upload({ vehicleId, onSent }: { vehicleId: string; onSent: () => Promise<void> }) {
  const [kind, setKind] = useState<LotDocumentKind>('title')
  const [chosen, setChosen] = useState<File | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const { run, busy, fault, forget } = useAttempt(async (_event: FormEvent) => {
    if (chosen === null) return t`Choose a file.`
    if (chosen.size > LOT_DOCUMENT_BYTES_MAX) return t`This file is too large. The limit is 10 MB.`
    const body = new FormData()
    body.set('document', chosen, chosen.name)
    await call(sendLotDocument, { params: { vehicleId }, query: { kind }, body })
    setChosen(null)
    if (field.current !== null) field.current.value = ''
    await onSent()
    toast({ title: t`Document added` })
  })
  return (
    <form
      noValidate
      onSubmit={onSubmitOf(run)}
      className="grid items-start gap-4 sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
    >
      <Field label={t`Kind`}>
        <Select
          value={kind}
          onChange={(event) => setKind(LOT_DOCUMENT_KINDS.find((one) => one === event.target.value) ?? 'other')}
        >
          <Options of={LOT_DOCUMENT_KINDS.map((one) => [one, DOCUMENT_KIND_NAMES[one]])} />
        </Select>
      </Field>
      <Field label={t`File`} hint={t`PDF, JPEG, PNG or WebP, up to 10 MB.`} error={fault ?? undefined}>
        <Input
          ref={field}
          type="file"
          accept="application/pdf,image/jpeg,image/png,image/webp"
          className="py-2"
          onChange={(event) => {
            setChosen(event.target.files?.[0] ?? null)
            forget()
          }}
        />
      </Field>
      <Button type="submit" variant="outline" className="sm:mt-6.5" aria-disabled={busy}>
        {busy ? t`Uploading` : t`Add document`}
      </Button>
    </form>
  )
}

function Documents({ documents, onChanged }: { documents: readonly StaffDocument[]; onChanged: () => Promise<void> }) {
  const [doomed, setDoomed] = useState<StaffDocument | null>(null)
  if (documents.length === 0) return <p className="text-slate">{t`No documents yet.`}</p>
  const open = async (documentId: string) => {
    try {
      const { url } = await call(linkVehicleDocument, { params: { documentId } })
      location.assign(url)
    } catch (failure) {
      toast({ title: t`We couldn’t open the document`, description: failureMessage(failure), variant: 'destructive' })
    }
  }
  return (
    <>
      <Table caption={t`Documents of this vehicle`} dense stacks>
        <Heads of={[t`Kind`, t`File`, t`Added`, { unseen: t`Actions` }]} />
        <tbody>
          {documents.map((document) => (
            <tr key={document.id}>
              <td className="font-semibold sm:whitespace-nowrap">{DOCUMENT_KIND_NAMES[document.kind]}</td>
              <td className="wrap-anywhere sm:min-w-40">
                {document.name}
                <span className="block text-slate">{fileWords(document)}</span>
              </td>
              <td className="sm:whitespace-nowrap">
                {formatInstant(document.addedAt)}
                <span className="block text-slate">{document.addedBy ?? t`Former team member`}</span>
              </td>
              <td aria-label={t`Actions`}>
                <span className="flex justify-end gap-2 max-sm:flex-col">
                  <Button variant="outline" size="sm" onClick={() => void open(document.id)}>
                    <Trans>
                      Download<span className="sr-only"> {document.name}</span>
                    </Trans>
                  </Button>
                  <Button variant="outline" size="sm" onClick={() => setDoomed(document)}>
                    <Trans>
                      Delete<span className="sr-only"> {document.name}</span>
                    </Trans>
                  </Button>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {doomed === null ? null : (
        <ReasonDialog
          title={t`Delete document`}
          words={t`${doomed.name} is deleted permanently, also from its lot page.`}
          action={t`Delete`}
          onAction={async (reason) => {
            await call(deleteLotDocument, { params: { documentId: doomed.id }, body: { reason } })
            await onChanged()
            toast({ title: t`Document deleted` })
            setDoomed(null)
          }}
          onClose={() => setDoomed(null)}
        />
      )}
    </>
  )
}
