/** Pixels of a lane of the picture: the name, then a row for the hand and one for each pile. */
export const NAME_HEIGHT = 22;
export const ROW_HEIGHT = 16;
export const LANE_GAP = 8;
export const LANE_HEIGHT = NAME_HEIGHT + 4 * ROW_HEIGHT + LANE_GAP;
/** Pixels of the axis below the lanes. */
export const AXIS_HEIGHT = 22;
