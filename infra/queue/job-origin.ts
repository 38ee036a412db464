import { isValidRequestId } from "../request-id.ts";

/** The request and trace that caused a job. Not part of its payload. */
export interface JobOrigin {
  requestId?: string | undefined;
  traceparent?: string | undefined;
}

const TRACEPARENT_PATTERN = /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/;

/**
 * Text stored with the job. Workers of the previous version accept only a request id and ignore any
 * other text.
 */
export const serializeJobOrigin = ({ requestId, traceparent }: JobOrigin): string | undefined =>
  traceparent === undefined ? requestId : `${requestId ?? ""} ${traceparent}`;

export const parseJobOrigin = (text = ""): JobOrigin => {
  const [requestId = "", traceparent = ""] = text.split(" ");
  return {
    ...(isValidRequestId(requestId) && { requestId }),
    ...(TRACEPARENT_PATTERN.test(traceparent) && { traceparent }),
  };
};
