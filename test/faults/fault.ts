import type { Stage, StageOptions } from './stage.ts'

/** One fault, and what the server guarantees when it occurs. */
export type Fault = {
  name: string
  /** In the words of the quality page. */
  title: string
  /** Included in the short selection of `--smoke`. */
  isSmoke?: boolean
  stage?: Partial<StageOptions>
  /** What this machine lacks, such as `needs the Debian package libfaketime`; the fault is then skipped. */
  missing?(): string | null | Promise<string | null>
  /** Prepares what the stage needs, and returns the stage's options that differ. */
  before?(runFolder: string): Promise<Partial<StageOptions>>
  /** Removes what `before` created, also after a failure. */
  after?(): void | Promise<void>
  /** Strikes while the load runs. Failed expectations are reported with `stage.must`; the invariants are checked afterwards. */
  run(stage: Stage): Promise<void>
}
