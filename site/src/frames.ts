// Pages in frames that are as high as their content, so that a swipe moves the whole page and not the frame.

/** sent by the page in the frame; a sandboxed frame cannot be measured from outside */
const REPORTER = `<script>{
  const report = () => parent.postMessage({ frameHeight: document.documentElement.getBoundingClientRect().height }, "*");
  // A browser does not render a frame that is out of view, and an observer alone would then never be called.
  report();
  addEventListener("load", report);
  new ResizeObserver(report).observe(document.documentElement);
}</script>`;

/**
 * Return a page that tells its height to the page around it.
 *
 * Heights in `vh` become pixels of this window: in a frame that follows its content, they would make it grow without end.
 */
export function reportHeight(html: string): string {
  const toPixels = (_: string, share: string) => `${Math.round((Number(share) * innerHeight) / 100)}px`;
  return html.replace(/<style>.*?<\/style>/gs, (style) => style.replace(/\b(\d+(?:\.\d+)?)vh\b/g, toPixels)) + REPORTER;
}

/** Let every frame of this page be as high as the page in it says, if that page comes from `reportHeight`. */
export function followHeights(): void {
  addEventListener("message", ({ source, data }: MessageEvent<{ frameHeight?: unknown } | null>) => {
    const height = Number(data?.frameHeight ?? 0);
    if (!height) return;
    for (const frame of document.querySelectorAll("iframe")) {
      if (frame.contentWindow === source) frame.style.height = `${Math.ceil(height) + frame.offsetHeight - frame.clientHeight}px`;
    }
  });
}
