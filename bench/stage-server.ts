import { run } from '#server/run.ts'
import { emptyPostRoom } from './empty-post.ts'

/** The house as it is started everywhere, and the empty POST that it is held against. */
run({ rooms: [emptyPostRoom] })
