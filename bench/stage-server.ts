import { run } from '#server/run.ts'
import { emptyPostFeature } from './empty-post.ts'

/** The real server, plus the empty POST that it is compared with. */
run({ features: [emptyPostFeature] })
