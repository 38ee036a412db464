export interface AudienceChange {
  debateId: number;
  /** Turns with new reactions. */
  turnIds: number[];
  /** Users who have reacted or voted, and see the reactions from now on. */
  userIds: number[];
}
