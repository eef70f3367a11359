import { axe, walk } from './harness.js';

const PAGES = ['/', '/editor', '/analysis', '/laws', '/settings', '/sign-in'];
const LOOKS = ['light', 'dark', 'contrast'];

walk('axe finds nothing on any page in any theme', async ({ open }) => {
  for (const theme of LOOKS) {
    for (const path of PAGES) {
      const page = await open(path, { look: { theme } });
      await axe(page, `${path} in ${theme}`);
      await page.close();
    }
  }
});

walk('what is not there is answered with a page that says so', async ({ open }) => {
  const page = await open('/nothing', { refusals: [404] });
  await axe(page);
});
