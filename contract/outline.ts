/** From where an outline is drawn: from above, or from one side. The nose is at the left, on the right side at the right. */
export const OUTLINE_SIDES = ['top', 'left', 'right'] as const
