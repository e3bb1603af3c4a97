import { Article } from './article.tsx'
import { DIRECTOR, directorsLetter } from './content/director.ts'

export default function MeetDirectorScreen() {
  return (
    <Article
      title="Meet the director"
      lead={`${DIRECTOR.name}, who answers for the house, about where its rules come from.`}
      sections={directorsLetter}
    >
      <p className="mt-10 border-t border-line pt-6">
        <span className="font-semibold">{DIRECTOR.name}</span>
        <br />
        <span className="text-slate">{DIRECTOR.office}</span>
      </p>
    </Article>
  )
}
