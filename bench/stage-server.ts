import { run } from '#server/run.ts'
import { emptyPostFeature } from './empty-post.ts'
import { rowLockFeature } from './row-lock-post.ts'

/** The real server, plus the empty POST and the row-locking bid that it is compared with. */
run({ features: [emptyPostFeature, rowLockFeature] })
