/** The view of an outline: from above, or from one side. The front is at the left; in the right-side view it is at the right. */
export const OUTLINE_SIDES = ['top', 'left', 'right'] as const
