import type { Stage, StageOptions } from './stage.ts'

/** One thing that may happen to the house, and what it promises then. */
export type Fault = {
  name: string
  /** As the quality page says it. */
  title: string
  /** Among the short selection of `--smoke`. */
  isSmoke?: boolean
  stage?: Partial<StageOptions>
  /** What is missing on this machine, such as `needs the Debian package libfaketime`; then the fault is skipped. */
  missing?(): string | null | Promise<string | null>
  /** Prepares what the stage stands on, and answers what is different about it. */
  before?(runFolder: string): Promise<Partial<StageOptions>>
  /** Clears away what `before` made, whatever happened. */
  after?(): void | Promise<void>
  /** Strikes while the load runs. What does not hold is said to `stage.must`; the invariants are checked afterwards. */
  run(stage: Stage): Promise<void>
}
