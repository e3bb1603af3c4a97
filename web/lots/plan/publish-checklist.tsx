import { useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import {
  changePublishRules,
  CHECK_WORDS,
  type Checklist,
  PUBLISH_CHECKS,
  type PublishRules,
  readChecklist,
  RULE_WORDS,
} from '#contract/lots/publish-checks.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/request.ts'
import { useRead } from '#web/platform/use-read.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '#web/ui/dialog.tsx'
import { Field, Options, Select } from '#web/ui/field.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { toast } from '#web/ui/toast.tsx'
import { plural, t, translated } from '#web/platform/language/text.ts'

/** What is missing in the lots of an auction that publishing would make public. */
export function useChecklist(auctionId: string) {
  return useRead(readChecklist, { params: { auctionId } })
}

/** What a check found, each with the lots that have to be completed; and for the owner, what blocks. */
export function PublishChecklist({ checklist: { findings, rules, isBlocked } }: { checklist: Checklist }) {
  const { user } = useUser()
  const [isEditing, setIsEditing] = useState(false)
  return (
    <>
      <h2 id="checklist" className="text-lg">{t`Before you publish`}</h2>
      <p className="mt-1 text-slate">
        {findings.length === 0
          ? t`Every lot is complete.`
          : isBlocked
            ? t`You can publish once the lots under “Required” are complete.`
            : t`You can publish, but bidders will miss something.`}
      </p>
      <ul className="mt-3 max-w-[44rem]">
        {findings.map((finding) => (
          <Finding key={finding.check} finding={finding} />
        ))}
      </ul>
      {accessDenial(user, 'owner') === null ? (
        <Button
          variant="outline"
          size="sm"
          className="mt-3"
          onClick={() => setIsEditing(true)}
        >{t`Change rules`}</Button>
      ) : null}
      {isEditing ? <Rules rules={rules} onClose={() => setIsEditing(false)} /> : null}
    </>
  )
}

function Finding({ finding: { check, rule, lots } }: { finding: Checklist['findings'][number] }) {
  return (
    <li className="border-t border-line last:border-b">
      <details>
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 py-2">
          <span className={clsx('font-semibold', rule === 'block' && 'text-outbid')}>
            {rule === 'block' ? t`Required` : t`Warning`}
          </span>
          <span>{translated(CHECK_WORDS[check])}</span>
          <span className="tabular text-link">{plural(lots.length, { one: '# lot', other: '# lots' })}</span>
        </summary>
        <ul className="mb-3 grid gap-x-6 sm:grid-cols-2">
          {lots.map(({ lotId, lotNumber, vehicleId, title }) => (
            <li key={lotId}>
              <Link
                href={paths.adminPage(`vehicles/${vehicleId}`)}
                className="inline-flex min-h-9 items-center underline decoration-line underline-offset-4 pointer-coarse:min-h-11"
              >{t`Lot ${lotNumber}, ${title}`}</Link>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}

/** Which findings block and which only warn, in every auction. */
function Rules({ rules, onClose }: { rules: PublishRules; onClose: () => void }) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState(rules)
  const save = useMutation({
    mutationFn: () => call(changePublishRules, { body: { rules: chosen } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [readChecklist.path] })
      toast({ title: t`Rules saved` })
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={t`Publishing rules`} description={t`They apply to every auction from now on.`}>
      {save.error === null ? null : <RequestFailed title={t`Nothing was changed`} failure={save.error} />}
      <div className="grid gap-4 sm:grid-cols-2">
        {PUBLISH_CHECKS.map((check) => (
          <Field key={check} label={translated(CHECK_WORDS[check])}>
            <Select
              value={chosen[check]}
              onChange={({ target }) => setChosen({ ...chosen, [check]: target.value as PublishRules[typeof check] })}
            >
              <Options of={Object.entries(RULE_WORDS).map(([rule, words]) => [rule, translated(words)])} />
            </Select>
          </Field>
        ))}
      </div>
      <DialogFooter>
        <DialogClose>{t`Cancel`}</DialogClose>
        <Button aria-disabled={save.isPending} onClick={() => save.isPending || save.mutate()}>{t`Save rules`}</Button>
      </DialogFooter>
    </Dialog>
  )
}
