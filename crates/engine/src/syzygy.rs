//! Tablebases of endings in Syzygy form: files of the user's that know every
//! position with few pieces.
//!
//! They are read where they are needed and never trusted: a damaged file
//! tells nothing, and harms nobody.

mod file;
mod material;
mod number;
mod pairs;
mod place;
mod probe;

use core::fmt;
use std::{
    collections::HashMap,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use arbiter_rules::{Board, Role};

use file::{Kind, TableFile};
use material::Material;
pub use probe::TablebaseWdl;

/// The tables found in some folders. They can be asked from many threads.
///
/// ```no_run
/// use arbiter_engine::Tablebases;
///
/// let tables = Tablebases::open(["/usr/share/syzygy"])?;
/// let position = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1".parse()?;
/// assert_eq!(tables.probe_wdl(&position), Some(arbiter_engine::TablebaseWdl::Draw));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct Tablebases {
    tables: HashMap<Material, Table>,
    max_pieces: usize,
}

/// No table has more, with the kings.
const MAX_PIECES: usize = 7;

/// The files of one material, opened when they are first needed.
struct Table {
    wdl: Lazy,
    dtz: Lazy,
}

#[derive(Default)]
struct Lazy {
    path: Option<PathBuf>,
    file: OnceLock<Option<TableFile>>,
}

impl Tablebases {
    /// Looks for tables in these folders.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read, or no table in any of them.
    pub fn open<P: AsRef<Path>>(
        folders: impl IntoIterator<Item = P>,
    ) -> Result<Tablebases, OpenTablebasesError> {
        let mut found = Tablebases {
            tables: HashMap::new(),
            max_pieces: 0,
        };
        let mut searched = Vec::new();
        for folder in folders {
            let folder = folder.as_ref();
            let fail = |cause| OpenTablebasesError::Folder {
                folder: folder.into(),
                cause,
            };
            for entry in fs::read_dir(folder).map_err(fail)? {
                found.add(&entry.map_err(fail)?.path());
            }
            searched.push(folder.into());
        }
        if found.max_pieces == 0 {
            return Err(OpenTablebasesError::Empty { folders: searched });
        }
        Ok(found)
    }

    /// Up to how many pieces, with the kings, they know.
    #[must_use]
    pub fn max_pieces(&self) -> usize {
        self.max_pieces
    }

    /// How many endings there are.
    #[must_use]
    pub fn len(&self) -> usize {
        let endings = self.tables.values();
        endings.filter(|table| table.wdl.path.is_some()).count()
    }

    /// Whether there are none: never so once they are open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn add(&mut self, path: &Path) {
        let name = path.file_stem().and_then(|name| name.to_str());
        let extension = path.extension().and_then(|extension| extension.to_str());
        let Some(material) = name.and_then(Material::from_name) else {
            return;
        };
        let Some(kind) = [Kind::Wdl, Kind::Dtz]
            .into_iter()
            .find(|kind| extension == Some(kind.extension()))
        else {
            return;
        };
        let table = self.tables.entry(material).or_insert_with(|| Table {
            wdl: Lazy::default(),
            dtz: Lazy::default(),
        });
        let lazy = table.lazy(kind);
        lazy.path.get_or_insert_with(|| path.into());
        if kind == Kind::Wdl {
            self.max_pieces = self.max_pieces.max(material.count());
        }
    }

    /// The table for what is on the board, and whether its colors are
    /// exchanged.
    fn table(&self, kind: Kind, board: &Board) -> Option<(&TableFile, bool)> {
        let material = Material::of(board);
        let find = |material| {
            let table = self.tables.get(&material)?;
            match kind {
                Kind::Wdl => table.wdl.file(kind, material),
                Kind::Dtz => table.dtz.file(kind, material),
            }
        };
        match find(material) {
            Some(file) => Some((file, false)),
            None => find(material.turned()).map(|file| (file, true)),
        }
    }
}

impl Table {
    fn lazy(&mut self, kind: Kind) -> &mut Lazy {
        match kind {
            Kind::Wdl => &mut self.wdl,
            Kind::Dtz => &mut self.dtz,
        }
    }
}

impl Lazy {
    fn file(&self, kind: Kind, material: Material) -> Option<&TableFile> {
        let path = self.path.as_ref()?;
        self.file
            .get_or_init(|| TableFile::open(kind, material, File::open(path).ok()?))
            .as_ref()
    }
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} tables of up to {} pieces",
            self.len(),
            self.max_pieces
        )
    }
}

/// Why there are no tables.
#[derive(Debug)]
pub enum OpenTablebasesError {
    /// A folder cannot be read.
    Folder {
        /// Which one.
        folder: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// None of the folders has a file like `KQvK.rtbw`.
    Empty {
        /// Where it was looked for.
        folders: Vec<PathBuf>,
    },
}

impl fmt::Display for OpenTablebasesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenTablebasesError::Folder { folder, cause } => {
                write!(f, "cannot read the folder {}: {cause}", folder.display())
            }
            OpenTablebasesError::Empty { folders } => {
                f.write_str("no Syzygy tables (files like KQvK.rtbw) in")?;
                for (index, folder) in folders.iter().enumerate() {
                    let before = if index == 0 { " " } else { ", " };
                    write!(f, "{before}{}", folder.display())?;
                }
                Ok(())
            }
        }
    }
}

impl core::error::Error for OpenTablebasesError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            OpenTablebasesError::Folder { cause, .. } => Some(cause),
            OpenTablebasesError::Empty { .. } => None,
        }
    }
}

/// Kings alone need no table.
fn are_kings_alone(board: &Board) -> bool {
    board.occupied() == board.by_role(Role::King)
}
