import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { Article } from '#contract/content/article.ts'
import type { ContentState, ContentText, saveContent as endpoint } from '#contract/content/edit-content.ts'
import { alreadySaved, audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { refuseOddTime } from '#server/platform/planned-time.ts'
import { notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { shownChanged } from '#server/platform/shared/shown.ts'
import type { EditableText } from './editable-texts.ts'
import { faultsOfFields, fillIn, type Fields } from './fields.ts'
import { parseMarkdown } from './markdown.ts'
import {
  cancelVersion,
  insertVersion,
  lastChanges,
  latestVersion,
  lockContent,
  savedVersion,
  versionsOf,
} from './store.ts'

/** Throws `not-found` for a name that no text has. */
function textNamed(app: App, name: string): EditableText {
  const text = app.extensions.editableTexts.get(name)
  if (text === undefined) throw notFound('this text')
  return text
}

export async function listTexts(app: App): Promise<ContentText[]> {
  const changes = new Map((await lastChanges(app.db)).map((row) => [row.name, row]))
  return [...app.extensions.editableTexts.values()].map(({ name, label, language, group }) => {
    const row = changes.get(name)
    const { changed_at: changedAt = null, changed_by: changedBy = null, next_at: nextAt = null } = row ?? {}
    return { name, label, language, group, changedAt, changedBy, nextAt }
  })
}

export async function stateOf(app: App, name: string): Promise<ContentState> {
  const { label, language, shipped, fields } = textNamed(app, name)
  const [versions, latest, known] = await Promise.all([versionsOf(app.db, name), latestVersion(app.db, name), fields()])
  const shown = versions.find(({ state }) => state === 'shown')
  return {
    name,
    label,
    language,
    text: shown?.text ?? shipped,
    shipped,
    fields: [...known].map(([field, value]) => ({
      name: field,
      shows: 'blocks' in value ? value.shows : value.text,
      alone: 'blocks' in value,
    })),
    latest,
    versions,
  }
}

/** A text as people would see it, or why it can't be saved. */
export async function previewOf(app: App, name: string, text: string): Promise<Article | Refusal> {
  const editable = textNamed(app, name)
  const fields = await editable.fields()
  const parsed = parseMarkdown(text)
  return faultOf(parsed, editable, fields) ?? fillIn(parsed.article, fields)
}

function faultOf(parsed: ReturnType<typeof parseMarkdown>, editable: EditableText, fields: Fields): Refusal | null {
  const { unknown, notAlone } = faultsOfFields(parsed, fields)
  if (unknown.length > 0) {
    const names = [...fields.keys()].toSorted().join(', ')
    return refuse('unknown-field', `There’s no field ${braced(unknown)}. Use one of these: ${names}.`, {
      fields: unknown,
    })
  }
  if (notAlone.length > 0)
    return refuse(
      'field-not-alone',
      `Put ${braced(notAlone)} on a line of its own, with an empty line before and after.`,
    )
  if (parsed.refusedLinks.length > 0) {
    const said = parsed.refusedLinks.map((href) => `“${href.slice(0, 80)}”`).join(', ')
    return refuse(
      'link-not-allowed',
      `We can’t link to ${said}. Use the path of one of our pages, or an address with https:, mailto: or tel:.`,
    )
  }
  if (editable.hasTitle && (!parsed.hasTitle || parsed.article.title.trim() === ''))
    return refuse('title-missing', 'Start with a title, such as “# Terms”.')
  return null
}

function braced(names: readonly string[]): string {
  return names.map((name) => `{{${name}}}`).join(', ')
}

/**
 * Saves a version of a text, shown now or from a time on. The same `versionId` again changes nothing, and is refused with another
 * text. Refused if someone else has saved one since `basedOn`.
 */
export async function saveContent(
  app: App,
  person: Pick<Person, 'id'>,
  name: string,
  { versionId, basedOn, text, publishAt }: BodyOf<typeof endpoint>,
): Promise<ContentState | Refusal> {
  const fault = text === null ? null : await previewOf(app, name, text)
  if (fault instanceof Refusal) return fault
  textNamed(app, name)
  const refused = await app.db.transaction().execute(async (trx) => {
    await lockContent(trx)
    const saved = await savedVersion(trx, versionId)
    if (saved !== undefined) {
      const isSame = saved.name === name && saved.text === text && saved.publishAt === publishAt
      return isSame ? null : alreadySaved('page')
    }
    if ((await latestVersion(trx, name)) !== basedOn)
      return refuse('content-changed', 'Someone else saved this text in the meantime. Reload to see their version.')
    if (publishAt !== null) await refuseOddTime(trx, 'publishAt', publishAt)
    const version = { id: versionId, name, text, publishAt, savedBy: person.id }
    await insertVersion(trx, version)
    const after = { versionId, publishAt, text }
    await audit(trx, { actorId: person.id, action: 'save-content', subjectKind: 'content', subjectId: name, after })
    return null
  })
  if (refused !== null) return refused
  shownChanged(app)
  return stateOf(app, name)
}

/** Cancels a version before it is shown. */
export async function cancelContent(
  app: App,
  person: Pick<Person, 'id'>,
  { name, versionId }: { name: string; versionId: string },
): Promise<ContentState | Refusal> {
  textNamed(app, name)
  const isCanceled = await app.db.transaction().execute(async (trx) => {
    const done = await cancelVersion(trx, versionId, name, person.id)
    const subject = { subjectKind: 'content', subjectId: name }
    if (done) await audit(trx, { actorId: person.id, action: 'cancel-content', ...subject, after: { versionId } })
    return done
  })
  if (isCanceled) return stateOf(app, name)
  const state = await stateOf(app, name)
  const isKnown = state.versions.some((version) => version.id === versionId && version.state === 'canceled')
  return isKnown
    ? state
    : refuse('not-scheduled', 'This version is already shown, or isn’t scheduled. Reload the page.')
}
