import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import {
  exportQuestions,
  listAllQuestions,
  QUESTION_SORTS,
  QUESTION_STATES,
  type QuestionFilter,
  type QuestionState,
  type StaffQuestion,
} from '#contract/questions.ts'
import { ExportButton, Turning } from '#web/accounts/lists/admin-list.tsx'
import { ChoiceField, ReadList, SearchField } from '#web/accounts/lists/list-filter.tsx'
import { type UrlFilter, useUrlFilter } from '#web/accounts/lists/use-url-filter.ts'
import { call } from '#web/platform/request.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { AdminQuestion } from './admin-question.tsx'

const STATE_NAMES: Record<QuestionState, string> = { waiting: 'Waiting', answered: 'Answered', hidden: 'Hidden' }
const SORT_NAMES: Record<string, string> = {
  '': 'Newest first',
  'asked up': 'Oldest first',
  'lot up': 'Lot number',
  'person up': 'Person',
  'answered down': 'Answered last',
}

/** What bidders ask about lots, to be answered. */
export default function AdminQuestions() {
  const filter = useUrlFilter()
  const client = useQueryClient()
  const q = useDeferredValue(filter.get('q').trim())
  const state = QUESTION_STATES.find((one) => one === filter.get('state'))
  const query: QuestionFilter = { ...(q === '' ? {} : { q }), ...(state === undefined ? {} : { state }) }
  const sorting = filter.sorting(QUESTION_SORTS)
  const { data, error } = useQuery({
    queryKey: [listAllQuestions.path, query, sorting, filter.page],
    queryFn: ({ signal }) => call(listAllQuestions, { query: { ...query, ...sorting, page: filter.page } }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
  const readAgain = () => client.invalidateQueries({ queryKey: [listAllQuestions.path] })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl">Questions</h1>
        <ExportButton from={exportQuestions} query={query} name="questions.csv" />
      </div>
      <p role="status" className="mt-1 text-slate">
        {data === undefined ? 'Reading' : waitingWords(data.waiting)}
      </p>
      <Filters filter={filter} sorting={sorting} />
      <ReadList data={data} error={error}>
        {({ items }) => (
          <Questions questions={items} isFiltered={q !== '' || state !== undefined} onDone={() => void readAgain()} />
        )}
      </ReadList>
      <Turning page={filter.page} pages={data?.pages ?? 1} onTurn={filter.turn} />
    </>
  )
}

type Order = ReturnType<UrlFilter['sorting']>

function Filters({ filter, sorting }: { filter: UrlFilter; sorting: Order }) {
  return (
    <search className="mt-6 grid max-w-[48rem] gap-3 sm:grid-cols-[2fr_1fr_1fr]">
      <SearchField filter={filter} label="Words, person or lot number" />
      <ChoiceField
        filter={filter}
        label="State"
        name="state"
        options={QUESTION_STATES.map((state) => [state, STATE_NAMES[state]] as const)}
      />
      <Field label="Order">
        <Select
          value={sorting.sort === undefined ? '' : `${sorting.sort} ${sorting.order ?? 'up'}`}
          onChange={(event) => {
            const [sort = '', order = ''] = event.target.value.split(' ')
            filter.set({ sort, order })
          }}
        >
          {Object.entries(SORT_NAMES).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
    </search>
  )
}

function waitingWords(waiting: number): string {
  if (waiting === 0) return 'Every question is answered.'
  return waiting === 1 ? 'One question waits for an answer.' : `${waiting} questions wait for an answer.`
}

function Questions({
  questions,
  isFiltered,
  onDone,
}: {
  questions: readonly StaffQuestion[]
  isFiltered: boolean
  onDone: () => void
}) {
  if (questions.length === 0) {
    return isFiltered ? (
      <EmptyState title="No question matches">Take a filter away to see more.</EmptyState>
    ) : (
      <EmptyState title="Nobody has asked anything yet">
        What bidders ask on the page of a lot is listed here, and answered for everybody.
      </EmptyState>
    )
  }
  return (
    <ul aria-label="Questions" className="divide-y divide-line border-y border-line">
      {questions.map((question) => (
        <AdminQuestion key={`${question.id} ${question.version}`} question={question} onDone={onDone} />
      ))}
    </ul>
  )
}
