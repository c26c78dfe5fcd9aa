#!/usr/bin/env node
// npm links a command at install time only where its file is there, and dist/ is built after that.
import '../dist/src/cli/main.js';
